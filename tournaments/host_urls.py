"""Addresses of the host's evening and of its seat lots; included by tournaments.urls."""

from django.urls import URLPattern, path

from tournaments.views import check_in, draw, ending, host, hosting, lots, play, prints

LEAD = "turniere/<int:pk>/leitung/"

urlpatterns: list[URLPattern] = [
    path("willkommen/", hosting.welcome, name="welcome"),
    path("leitung/", hosting.hosting, name="hosting"),
    path("turniere/neu/", hosting.new_tournament, name="new"),
    path("los/<str:lot>/", lots.lot, name="lot"),
    path(LEAD, host.lead, name="lead"),
    path(f"{LEAD}aendern/", hosting.change, name="change"),
    path(f"{LEAD}da/", check_in.attendance, name="attendance"),
    path(f"{LEAD}gast/", check_in.guest, name="guest"),
    path(f"{LEAD}tische/", check_in.table_count, name="table_count"),
    path(f"{LEAD}lose/", check_in.make_seats, name="make_seats"),
    path(f"{LEAD}zurueck/", check_in.back_to_check_in, name="back_to_check_in"),
    path(f"{LEAD}plaetze/<str:stage>/", draw.board, name="board"),
    path(f"{LEAD}platz/", draw.assign, name="assign"),
    path(f"{LEAD}festlegen/<str:stage>/", draw.commit_draw, name="commit_draw"),
    path(f"{LEAD}auslosen/<str:stage>/", draw.run_draw, name="run_draw"),
    path(f"{LEAD}auslosung/<int:draw>/", draw.draw_file, name="draw_file"),
    path(f"{LEAD}rollen/", draw.roles, name="roles"),
    path(f"{LEAD}blaetter/<str:stage>/", draw.decks, name="decks"),
    path(f"{LEAD}beginnen/", draw.start, name="start"),
    path(f"{LEAD}drucken/<str:what>/", prints.print_document, name="print"),
    path(f"{LEAD}stand/", play.overview, name="overview"),
    path(f"{LEAD}tisch/<int:table>/", play.table, name="host_table"),
    path(f"{LEAD}tisch/<int:table>/link/", play.new_link, name="new_link"),
    path(f"{LEAD}tisch/<int:table>/kommt/", play.join, name="join"),
    path(f"{LEAD}tisch/<int:table>/geht/", play.leave, name="leave"),
    path(f"{LEAD}tisch/<int:table>/runde/<int:number>/", play.correct, name="correct"),
    path(f"{LEAD}verzicht/", ending.decline, name="decline"),
    path(f"{LEAD}finale/", ending.seat_final, name="seat_final"),
    path(f"{LEAD}finale/zurueck/", ending.unseat_final, name="unseat_final"),
    path(f"{LEAD}finale/beginnen/", ending.start_final, name="start_final"),
    path(f"{LEAD}stechen/<str:tie>/", ending.decide, name="decide"),
    path(f"{LEAD}abschliessen/", ending.close, name="close"),
    path(f"{LEAD}vorzeitig/", ending.end_early, name="end_early"),
    path(f"{LEAD}weiterspielen/", ending.resume, name="resume"),
    path(f"{LEAD}wieder-oeffnen/", ending.reopen, name="reopen"),
]
